/** @typedef {{ report(finding: { node: object, message: string }): void }} RuleContext */

const CLOCK = 'NewExpression[callee.name="Date"][arguments.length=0], CallExpression[callee.name="Date"]';

/** Lint rules for functions that return the same every time: no clock, nothing to wait for. */
export default {
  meta: { name: 'pure-file' },
  rules: {
    'no-clock': forbid(CLOCK, 'Time is passed in.'),
    'no-async': forbid(':function[async=true]', 'This file is pure: nothing to wait for.'),
  },
};

/**
 * @param {string} selector
 * @param {string} message
 */
function forbid(selector, message) {
  const create = (/** @type {RuleContext} */ context) => ({
    [selector]: (/** @type {object} */ node) => {
      context.report({ node, message });
    },
  });
  return { create };
}
