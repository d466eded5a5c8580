/** Downloads a blob as a file. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Once the click was handled, the download holds its own reference to the blob.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 0);
}
