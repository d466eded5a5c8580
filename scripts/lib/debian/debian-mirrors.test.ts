import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { debianMirrors } from './debian-mirrors.mjs';

const OWN = ['http://deb.debian.org/debian', 'https://deb.debian.org/debian', 'http://ftp.debian.org/debian'];

const folder = mkdtempSync(join(tmpdir(), 'hark-apt-'));
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Returns the mirrors of a machine with these lists of sources, as its apt reads them. */
function mirrors(...lists: string[]): string[] {
  mkdirSync(join(folder, 'lists'), { recursive: true });
  for (const [n, list] of lists.entries()) {
    const form = list.startsWith('Types:') ? 'sources' : 'list';
    writeFileSync(join(folder, `${String(n)}.${form}`), `${list}\n`);
  }
  const options = [
    'Dir::Etc::sourcelist=/dev/null',
    `Dir::Etc::sourceparts=${folder}`,
    `Dir::State::lists=${join(folder, 'lists')}`,
  ].flatMap((option) => ['-o', option]);
  const args = ['update', '--print-uris', ...options];
  return debianMirrors(execFileSync('apt-get', args, { encoding: 'utf8' }));
}

it('where apt names no mirror of Debian, its own addresses are left', () => {
  expect(debianMirrors('')).toEqual(OWN);
  expect(debianMirrors("'http://archive.ubuntu.com/ubuntu/dists/noble/main/x' x 0")).toEqual(OWN);
});

describe.runIf(existsSync('/usr/bin/apt-get'))('with apt', () => {
  it('the mirrors of a machine come first, in the one-line and in the deb822 form', () => {
    expect(
      mirrors('deb [signed-by=/k.gpg] http://mirror.example/debian/ bookworm main contrib # ours'),
    ).toEqual(['http://mirror.example/debian', ...OWN]);
    rmSync(join(folder, '0.list'));
    const deb822 = [
      'Types: deb',
      '# Two of them',
      'URIs: http://ftp.de.debian.org/debian',
      ' https://cache.example/deb.debian.org/debian',
      'Suites: trixie trixie-updates',
      'Components: main',
      'Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg',
    ];
    const [first, second, ...own] = mirrors(deb822.join('\n'));
    expect([first, second].sort()).toEqual([
      'http://ftp.de.debian.org/debian',
      'https://cache.example/deb.debian.org/debian',
    ]);
    expect(own).toEqual(OWN);
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
      mirrors(
        'deb https://vendor.example/debian stable main\ndeb http://ftp.us.debian.org/debian stable main',
      ),
    ).toEqual(['http://ftp.us.debian.org/debian', 'https://vendor.example/debian', ...OWN]);
  });

  it.each([
    [],
    ['# deb http://mirror.example/debian trixie main'],
    ['deb http://archive.ubuntu.com/ubuntu noble main universe'],
    ['deb cdrom:[Debian 13]/ trixie main'],
    ['Types: deb\nEnabled: no\nURIs: http://off.example/debian\nSuites: trixie\nComponents: main'],
    // The security archive is no mirror of the whole.
    ['deb http://security.debian.org/debian-security trixie main'],
  ])('without sources of Debian, its own addresses are left: %s', (...lists) => {
    expect(mirrors(...lists)).toEqual(OWN);
  });
});
