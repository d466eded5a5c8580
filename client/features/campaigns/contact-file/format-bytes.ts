const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** Formats a size in bytes: "912 bytes", "89.0 KB", "12.4 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const value = bytes / 1024 ** power;
  return `${power === 0 ? String(value) : value.toFixed(1)} ${UNITS[power] ?? ''}`;
}
