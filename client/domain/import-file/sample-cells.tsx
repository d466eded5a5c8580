/** The first cells of a column, to recognize it. */
export function SampleCells({ cells }: { cells: readonly string[] }) {
  return (
    <span className="block min-w-0 text-sm wrap-break-word text-ink-3">
      {cells.map((cell) => (
        <span key={cell} className="block truncate">
          {cell}
        </span>
      ))}
    </span>
  );
}
