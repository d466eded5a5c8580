/** An SVG pattern of stripes, for areas that colour alone must not mark. `className` has the colour of its stroke. */
export function Hatch({ id, className }: { id: string; className: string }) {
  return (
    <pattern id={id} width={5} height={5} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={5} height={5} className="fill-surface" />
      <line x1={1.25} x2={1.25} y1={0} y2={5} strokeWidth={2.5} className={className} />
    </pattern>
  );
}
