import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveReports } from '#server/testing/http/serve-reports.ts';
import { newId } from '#server/platform/lib/secrets/ids.ts';
import { startLocalCarrier } from '#server/emulators/carrier/carrier.ts';
import type { VoicemailCarrier } from '#server/providers/carrier/port.ts';
import { testDatabase } from '#server/testing/database/mongo.ts';
import { SECRET, type NodeOptions, type CampaignNode, startNode } from './test-node.ts';

export { BUSY } from './test-node.ts';

/** A call as recorded by the carrier. */
export interface CarrierRecord {
  attemptId: string;
  to: string;
  text: string;
  outcome: string;
  deliveries: number;
}

/**
 * Starts real components for campaigns: the embedded MongoDB, the ledger, the carrier emulator in its own process,
 * webhooks over HTTP, and any number of workers.
 */
export async function startTestSystem(carrierDelay = { min: 5, max: 30 }) {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'hark-campaigns-'));
  const local = await startLocalCarrier({ dataDir, reportDelay: carrierDelay });
  const { server, origin, serve } = await startServer();
  const nodes: CampaignNode[] = [];
  return {
    database,
    /** `DATA_DIR` of its nodes. */
    dataDir,
    /** Origin for reports; a node must serve them. */
    origin,
    serve,
    /** What a node in another process is started with, as JSON has it. */
    parts: { uri: database.uri, local, origin, dataDir },
    async startNode(options: NodeOptions = {}): Promise<CampaignNode> {
      const first = nodes.length === 0;
      const node = await startNode({ uri: database.uri, local, origin, dataDir, options, first });
      if (nodes.length === 0) serve(node);
      nodes.push(node);
      return node;
    },
    /** Reports an attempt like the carrier's callback; returns the HTTP status. */
    async report(attemptId: string, code: number): Promise<number> {
      const response = await fetch(`${origin}/webhooks/carrier/${SECRET}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          drop_id: newId(),
          phone_number: '+12025550000',
          product_code: 'rvm',
          status: code === 0 ? 'success' : 'failure',
          reason: '',
          reason_code: code,
          dnc: code === 4016,
          foreign_id: attemptId,
        }),
      });
      return response.status;
    },
    /** Returns the carrier's calls for a campaign, by number. */
    async calls(campaignId: string): Promise<Map<string, CarrierRecord>> {
      const response = await fetch(`${local.baseUrl}/drops?campaign=${campaignId}`, {
        headers: { 'x-key': local.key, 'x-secret': local.secret },
      });
      const records = (await response.json()) as CarrierRecord[];
      return new Map(records.map((record) => [record.to.replace('+', ''), record]));
    },
    async stop() {
      for (const node of nodes) await node.stop();
      await new Promise((resolve) => server.close(resolve));
      await local.release();
      await database.stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

export type TestSystem = Awaited<ReturnType<typeof startTestSystem>>;

async function startServer() {
  let node: CampaignNode | undefined;
  const server = await serveReports(() => node?.drops.webhooks);
  return {
    server,
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    serve: (next: CampaignNode | undefined) => {
      node = next;
    },
  };
}

/** A carrier that accepts everything and never reports. */
export function silentCarrier(real: VoicemailCarrier): VoicemailCarrier {
  return { ...real, place: ({ attemptId }) => Promise.resolve({ kind: 'accepted', messageId: attemptId }) };
}
