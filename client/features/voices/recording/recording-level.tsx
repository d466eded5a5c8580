import { useEffect, useRef } from 'react';

const BARS = 20;

/** Level meter of the microphone. */
export function RecordingLevel({ level }: { level: () => number }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const heights = Array<number>(BARS).fill(0);
    let frame = 0;
    const draw = () => {
      heights.shift();
      heights.push(level());
      for (const [i, bar] of [...(box.current?.children ?? [])].entries()) {
        (bar as HTMLElement).style.transform = `scaleY(${String(0.12 + 0.88 * (heights[i] ?? 0))})`;
      }
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [level]);
  return (
    <div ref={box} aria-hidden className="flex h-8 flex-1 items-center justify-center gap-0.5">
      {Array.from({ length: BARS }, (_, i) => (
        <span key={i} className="h-full w-1 origin-center scale-y-12 rounded-full bg-accent" />
      ))}
    </div>
  );
}
