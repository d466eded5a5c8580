/**
 * Reads rows and changes them, batch by batch, until none are read: `change` must take them out of what `read` finds. Calls
 * `heartbeat` before each batch.
 */
export async function untilNone<Row>(
  heartbeat: () => Promise<void>,
  read: () => Promise<readonly Row[]>,
  change: (rows: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    await heartbeat();
    const rows = await read();
    if (rows.length === 0) return;
    await change(rows);
  }
}
