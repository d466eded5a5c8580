const BYTE_UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in bytes, rounded to one decimal: `912 bytes`, `89 KB`, `12.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTE_UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  return `${String(Math.round((bytes / 1024 ** power) * 10) / 10)} ${BYTE_UNITS[power] ?? ''}`;
}
