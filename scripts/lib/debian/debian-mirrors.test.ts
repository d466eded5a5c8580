import { expect, it } from 'vitest';
import { debianMirrors, readSources } from './debian-mirrors.mjs';

const OWN = ['http://deb.debian.org/debian', 'https://deb.debian.org/debian', 'http://ftp.debian.org/debian'];
const mirrors = (...lists: string[]) => debianMirrors(lists.flatMap(readSources));

it('the mirrors of a machine come first, in the one-line and in the deb822 form', () => {
  expect(
    mirrors('deb [arch=amd64 signed-by=/k.gpg] http://mirror.example/debian/ bookworm main contrib # ours'),
  ).toEqual(['http://mirror.example/debian', ...OWN]);
  const deb822 = [
    'Types: deb',
    '# Two of them',
    'URIs: http://ftp.de.debian.org/debian',
    ' https://cache.example/deb.debian.org/debian',
    'Suites: trixie trixie-updates',
    'Components: main',
    'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
  ];
  expect(mirrors(deb822.join('\n'))).toEqual([
    'http://ftp.de.debian.org/debian',
    'https://cache.example/deb.debian.org/debian',
    ...OWN,
  ]);
});

it('a repository of a third party is not taken, whatever its address ends in', () => {
  expect(
    mirrors(
      'deb https://download.docker.com/linux/debian bookworm stable\n' +
        'deb https://apt.example.com/debian any main\n' +
        'deb http://apt.postgresql.org/pub/repos/apt bookworm-pgdg main\n',
    ),
  ).toEqual(OWN);
});

it('a known mirror comes before an unknown one that has the same releases', () => {
  expect(
    mirrors('deb https://vendor.example/debian stable main\ndeb http://ftp.us.debian.org/debian stable main'),
  ).toEqual(['http://ftp.us.debian.org/debian', 'https://vendor.example/debian', ...OWN]);
});

it('without sources of Debian, its own addresses are left', () => {
  expect(mirrors()).toEqual(OWN);
  expect(mirrors('', '# deb http://mirror.example/debian trixie main')).toEqual(OWN);
  expect(mirrors('deb http://archive.ubuntu.com/ubuntu noble main universe')).toEqual(OWN);
  expect(mirrors('deb cdrom:[Debian 13]/ trixie main')).toEqual(OWN);
  expect(
    mirrors('Types: deb\nEnabled: no\nURIs: http://off.example/debian\nSuites: trixie\nComponents: main'),
  ).toEqual(OWN);
});

it('the security archive is no mirror of the whole', () => {
  expect(mirrors('deb http://security.debian.org/debian-security trixie main')).toEqual(OWN);
});
