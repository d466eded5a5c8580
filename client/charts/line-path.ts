interface Point {
  x: number;
  y: number;
}

/** Returns the path of straight lines through points; '' without any. The curves of d3 would add 2.5 KB to the first load. */
export function linePath(points: readonly Point[]): string {
  return points.length === 0 ? '' : `M${points.map(({ x, y }) => `${String(x)},${String(y)}`).join('L')}`;
}

/** Returns the path of the area between such lines and a bottom line. */
export function areaPath(points: readonly Point[], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  return `${linePath([...points, { x: last.x, y: bottom }, { x: first.x, y: bottom }])}Z`;
}
