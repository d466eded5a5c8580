/** Formats a share in percent; never 0% for something and never 100% for less than all. */
export function shareText(count: number, total: number): string {
  if (count === 0 || total === 0) return '0%';
  const percent = Math.round((count / total) * 100);
  if (percent === 0) return '<1%';
  return percent === 100 && count < total ? '>99%' : `${String(percent)}%`;
}
