/**
 * @typedef {object} Node
 * @property {Node & { name?: string }} callee
 * @property {Node[]} arguments
 */

/** @typedef {{ report(finding: { node: Node, message: string }): void }} RuleContext */

const CLOCK = 'Time is passed in.';
const ASYNC = 'This file is pure: nothing to wait for.';

/** Lint rules for functions that return the same every time: no clock, nothing to wait for. */
export default {
  meta: { name: 'pure-file' },
  rules: {
    'no-clock': { create: noClock },
    'no-async': { create: noAsync },
  },
};

/** @param {RuleContext} context */
function noClock(context) {
  return {
    /** @param {Node} node */
    NewExpression(node) {
      if (node.callee.name === 'Date' && node.arguments.length === 0)
        context.report({ node, message: CLOCK });
    },
    /** @param {Node} node */
    CallExpression(node) {
      if (node.callee.name === 'Date') context.report({ node, message: CLOCK });
    },
  };
}

/** @param {RuleContext} context */
function noAsync(context) {
  return {
    /** @param {Node} node */
    ':function[async=true]'(node) {
      context.report({ node, message: ASYNC });
    },
  };
}
