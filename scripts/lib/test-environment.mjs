import { readFileSync } from 'node:fs';

/** The environment without the settings of a real system: tests must never reach its database or its providers. */
export function testEnvironment() {
  const settings = readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm);
  const names = new Set([...settings].map(([, name]) => name));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.has(name)));
}
