const LEFT = 56;
const TOP = 760;
const LEADING = 24;

/** Returns a one-page PDF (US Letter) with a title and lines; characters outside Latin-1 become question marks. */
export function textPdf(title: string, lines: string[]): Buffer {
  const shown = lines.map((line, index) => text(11, TOP - 44 - index * LEADING, line));
  const content = [text(20, TOP, title), ...shown].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${String(content.length)} >>\nstream\n${content}\nendstream`,
  ];
  return assemble(objects);
}

function text(size: number, y: number, value: string): string {
  const latin = value.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
  return `BT /F1 ${String(size)} Tf ${String(LEFT)} ${String(y)} Td (${latin}) Tj ET`;
}

/** Concatenates the objects and appends the cross-reference table. */
function assemble(objects: string[]): Buffer {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const size = String(objects.length + 1);
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = String(file.length);
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
