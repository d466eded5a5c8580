import { readFileSync } from 'node:fs';
import ts from 'typescript';

const ROOT = new URL('../../', import.meta.url);

/**
 * Returns the texts that a source file composes: its strings, templates and JSX texts. What a template fills in is `{}`,
 * unless it is a constant of the file. `path` is relative to the repository. Throws if there is no such file.
 */
export function literalsOf(path: string): Set<string> {
  const code = readFileSync(new URL(path, ROOT), 'utf8');
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const constants = new Map<string, ts.Expression>();
  const found = new Set<string>();
  const collect = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    const text = textOf(node, constants);
    if (text !== undefined) found.add(text);
    ts.forEachChild(node, visit);
  };
  collect(file);
  visit(file);
  return found;
}

function textOf(node: ts.Node, constants: ReadonlyMap<string, ts.Expression>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isJsxText(node)) return node.text.trim().replaceAll(/\s+/g, ' ');
  if (!ts.isTemplateExpression(node)) return undefined;
  const filled = node.templateSpans.map(({ expression, literal }) => {
    const constant = ts.isIdentifier(expression) ? constants.get(expression.text) : undefined;
    return ((constant && textOf(constant, constants)) ?? '{}') + literal.text;
  });
  return node.head.text + filled.join('');
}
