import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#server/lib/clock.ts';
import { createHttpSender } from '#server/providers/http-sender.ts';
import { runSidecar, type SidecarContext, type SidecarService } from '../process/sidecar-process.ts';
import { createCarrierReadModel } from './read-model.ts';
import { createDropHandler } from './drop-handler.ts';
import { carrierLogRecord, type CarrierLogRecord } from './log-records.ts';
import { createCarrierReporter } from './carrier-reporter.ts';
import { parseSettings } from './carrier-settings.ts';
import { createCarrierServer } from './carrier-server.ts';
import { openJournal } from './journal.ts';
import { createMediaHandler } from './media-handler.ts';

/** Connections to Hark at once, for reports. */
const REPORT_CONNECTIONS = 128;
/** At the end, reports under way get this long to be taken; Hark itself has ten seconds to stop. */
const STOP_MS = 3_000;

/** The local voicemail carrier: a company of its own, with its own record in DATA_DIR/carrier (contract §4). */
async function serveCarrier({ dataDir, listen }: SidecarContext): Promise<SidecarService> {
  const folder = join(dataDir, 'carrier');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const book = createCarrierReadModel();
  const journal = await openJournal(join(folder, 'record.jsonl'), carrierLogRecord.parse, (line) => {
    book.apply(line);
  });
  const sender = createHttpSender(REPORT_CONNECTIONS);

  async function write(line: CarrierLogRecord): Promise<void> {
    book.apply(line);
    try {
      await journal.append(line);
    } catch (error) {
      // A carrier that forgets whom it called would call twice: better none.
      console.error(error);
      process.exit(1);
    }
  }

  const settings = parseSettings(process.argv.slice(2));
  const office = { book, clock: systemClock, settings, write, settled: () => journal.settled() };
  const reporter = createCarrierReporter({ ...office, sender });
  const desk = createDropHandler({ ...office, onTaken: (id) => reporter.start(id) });
  const media = createMediaHandler({ ...office, folder: join(folder, 'media') });
  const server = createCarrierServer({ ...office, desk, media });
  const port = await listen(server);
  reporter.resume();
  return {
    address: `http://127.0.0.1:${String(port)}`,
    async stop() {
      // A callback is tried once: one that is cut off here would never come again.
      await Promise.race([reporter.stop(), sleep(STOP_MS)]);
      server.close();
      server.closeAllConnections();
      sender.close();
      await journal.close();
    },
  };
}

await runSidecar(serveCarrier);
