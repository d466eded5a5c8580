import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '#server/platform/lib/clock.ts';
import { createHttpSender } from '#server/providers/http-sender.ts';
import { runSidecar, type SidecarContext, type SidecarService } from '../process/sidecar-process.ts';
import { createCarrierReadModel } from './read-model.ts';
import { createDropHandler } from './drop-handler.ts';
import { carrierLogRecord, type CarrierLogRecord } from './log-records.ts';
import { createCarrierReporter } from './carrier-reporter.ts';
import { parseSettings } from './carrier-settings.ts';
import { createCarrierServer } from './carrier-server.ts';
import { openJournal } from '#server/emulators/storage/journal.ts';
import { createMediaHandler } from './media-handler.ts';

/** Maximum concurrent connections to Hark for reports. */
const REPORT_CONNECTIONS = 128;
/** Time limit for reports in flight at shutdown; Hark itself stops within ten seconds. */
const STOP_TIMEOUT_MS = 3_000;

/** Runs the carrier emulator; its journal and media files are in DATA_DIR/carrier. */
async function serveCarrier({ dataDir, listen }: SidecarContext): Promise<SidecarService> {
  const folder = join(dataDir, 'carrier');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const readModel = createCarrierReadModel();
  const journal = await openJournal(join(folder, 'record.jsonl'), carrierLogRecord.parse, (record) => {
    readModel.apply(record);
  });
  const sender = createHttpSender(REPORT_CONNECTIONS);

  async function write(record: CarrierLogRecord): Promise<void> {
    readModel.apply(record);
    try {
      await journal.append(record);
    } catch (error) {
      // Without a durable journal a restarted carrier would call the same number twice.
      console.error(error);
      process.exit(1);
    }
  }

  const settings = parseSettings(process.argv.slice(2));
  const shared = { readModel, clock: systemClock, write, flush: () => journal.flush() };
  const reporter = createCarrierReporter({ ...shared, settings, sender });
  const drops = createDropHandler({ ...shared, onAccepted: (id) => reporter.start(id) });
  const media = createMediaHandler({ ...shared, folder: join(folder, 'media') });
  const server = createCarrierServer({ drops, media, readModel });
  const port = await listen(server);
  reporter.resume();
  return {
    address: `http://127.0.0.1:${String(port)}`,
    async stop() {
      // A callback is sent once and never retried, so requests in flight get time to finish.
      await Promise.race([reporter.stop(), sleep(STOP_TIMEOUT_MS)]);
      server.close();
      server.closeAllConnections();
      sender.close();
      await journal.close();
    },
  };
}

await runSidecar(serveCarrier);
