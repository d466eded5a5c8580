import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { enterProject, Failure, runScript } from './lib/project.mjs';

const TEXT = /\.(md|ts|tsx|mjs|js|cjs|yml|json)$/;
/** `[text](path#anchor)` in a page; addresses on the web are not checked. */
const LINK = /\]\((?!\w+:|#)([^)\s#]+)(?:#[^)\s]*)?\)/g;
/** A path from the root in a comment or a page, with a file's extension. */
const PATH =
  /(?<![\w./-])(?:client|server|shared|scripts|docker)\/[\w./-]*\.(?:md|tsx?|mjs|yml|csv|json|png)\b/g;
/** Pages outside the repository; citing their sections is an error. */
const SECTION = /\b(?:design|contract|[AB]) §/;
/** A mermaid diagram. A semicolon ends its statement, even within a text, and the diagram is not drawn. */
const DIAGRAM = /```mermaid\n.*?```/gs;

/** Fails when a page or a comment names a file that is not there, or a page has a diagram that cannot be drawn. */
await runScript(async () => {
  enterProject({ settings: false });
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT.test(file) && file !== 'package-lock.json' && existsSync(file));
  const broken = files.flatMap((file) => brokenIn(file, readFileSync(file, 'utf8')));
  if (broken.length > 0) throw new Failure(broken.join('\n'));
});

/**
 * @param {string} file
 * @param {string} text
 * @returns {string[]} one line for each problem
 */
function brokenIn(file, text) {
  const links = file.endsWith('.md')
    ? [...text.matchAll(LINK)].map(([, path = '']) => join(dirname(file), path))
    : [];
  const cited = [...text.matchAll(PATH)].map(([path]) => path);
  const missing = [...links, ...cited].filter((path) => !existsSync(path) && !isMadeUp(file));
  const section = SECTION.exec(text);
  const diagrams = file.endsWith('.md') ? (text.match(DIAGRAM) ?? []) : [];
  return [
    ...missing.map((path) => `${file}: ${path} does not exist`),
    ...(section === null || file === 'scripts/check-links.mjs'
      ? []
      : [`${file}: cites a page that is not here (${section[0]})`]),
    ...(diagrams.some((diagram) => diagram.includes(';')) ? [`${file}: a diagram has a semicolon`] : []),
  ];
}

/**
 * Tests create their own files, and builds write to dist.
 * @param {string} file
 */
function isMadeUp(file) {
  return /\.test\.tsx?$/.test(file);
}
