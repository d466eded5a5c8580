import type { SVGProps } from 'react';

/**
 * Stands for the text of `@visx/text` in the browser's code, see vite.config.ts: labels of one line need none of its
 * measuring and wrapping, which are a third of a chart's code.
 */
export function Text(props: SVGProps<SVGTextElement>) {
  return <text {...props} />;
}
