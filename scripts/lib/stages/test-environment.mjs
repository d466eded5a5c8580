import { readFileSync } from 'node:fs';

/** The environment without Hark's settings, so that tests never reach a real database or provider. */
export function testEnvironment() {
  const settings = readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm);
  const names = new Set([...settings].map(([, name]) => name));
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.has(name)));
}
