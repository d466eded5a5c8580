import type { Fault } from '../fault.ts';

const RETRIES = ['server/features/webhooks/retries.int.test.ts'];
const BACKUP = [
  'server/platform/backup/backup-format.test.ts',
  'server/platform/backup/restored-campaign.test.ts',
  'server/platform/backup/verify-backup.test.ts',
];
const RESTORED = ['server/features/drops/restored-campaigns.int.test.ts'];
const OPT_OUTS = ['server/features/do-not-call/opt-outs/opt-outs.int.test.ts'];
const REPLAY = ['server/commands/credits/replay.test.ts'];

/** Webhooks, backups, opt-outs, call limits, evidence and support: faults that operators or integrators find. */
export const OPERATION_FAULTS: readonly Fault[] = [
  {
    file: 'server/features/webhooks/delivery/delivery-store.ts',
    find: '{ $set: { nextAt: now, failures: 0 }, $unset: { firstAt: 1 } }',
    replace: '{ $set: { nextAt: now }, $unset: { firstAt: 1 } }',
    tests: RETRIES,
  },
  {
    file: 'server/features/webhooks/delivery/deliver-lane.ts',
    find: '{ id: eventId, at: now, body,',
    replace: '{ id: eventId, at: endpoint.createdAt, body,',
    tests: RETRIES,
  },
  {
    file: 'server/features/webhooks/endpoints/switch-off.ts',
    find: '(endpoint.failures ?? 0) < MIN_FAILURES || ',
    replace: '',
    tests: RETRIES,
  },
  {
    file: 'server/features/webhooks/delivery/deliver-lane.ts',
    find: 'if (failingSince !== undefined || !isRecent)',
    replace: 'if (!isRecent)',
    tests: RETRIES,
  },
  {
    file: 'server/features/webhooks/addresses/check-url.ts',
    find: 'found.map(({ address }) => address),',
    replace: '[],',
    tests: ['server/features/webhooks/addresses/check-url.test.ts'],
  },
  {
    file: 'server/features/webhooks/events/cursor-store.ts',
    find: 'new Date(now.getTime() - OVERLAP_MS)',
    replace: 'now',
    tests: ['server/features/webhooks/events/suppression-events.long.test.ts'],
  },
  {
    file: 'server/platform/backup/checked-files.ts',
    find: " || hash.digest('hex') !== expected.sha256",
    replace: '',
    tests: BACKUP,
  },
  {
    file: 'server/platform/backup/verify-backup.ts',
    find: 'yield { path: objectFile({ key, place: at }), expected: { bytes, sha256 } };',
    replace: 'void [key, at, bytes, sha256];',
    tests: BACKUP,
  },
  {
    file: 'server/platform/backup/restored-campaign.ts',
    find: 'restoredFrom < cutAt',
    replace: 'restoredFrom > cutAt',
    tests: BACKUP,
  },
  {
    file: 'server/features/drops/run-campaign.ts',
    find: 'return restoredFrom !== undefined && !mayPlaceAgain',
    replace: 'return restoredFrom === null && !mayPlaceAgain',
    tests: RESTORED,
  },
  {
    file: 'server/features/drops/claims/claim-batch.ts',
    find: 'campaign.restoredFrom ?? deps.realTime.now()',
    replace: 'deps.realTime.now()',
    tests: RESTORED,
  },
  {
    file: 'server/features/drops/placement/place-claim.ts',
    find: 'request.reclaimed || campaign.restoredFrom !== undefined',
    replace: 'request.reclaimed',
    tests: RESTORED,
  },
  {
    file: 'server/platform/backup/backup-format.ts',
    find: ", 'processes', 'sessions']",
    replace: ", 'processes']",
    tests: BACKUP,
  },
  {
    file: 'server/features/do-not-call/suppressions/room-store.ts',
    find: 'const own = { _id: userId, epoch };',
    replace: 'const own = { _id: userId };',
    tests: ['server/features/do-not-call/suppressions/confirmed-numbers.int.test.ts'],
  },
  {
    file: 'server/features/do-not-call/opt-outs/stop-page/stop-pages.ts',
    find: 'await stopLimits.take(clientOf(req), owner?.userId);',
    replace: '',
    tests: OPT_OUTS,
  },
  {
    file: 'server/features/do-not-call/opt-outs/webhook/webhook-route.ts',
    find: 'deps.clientOf(req).network',
    replace: 'req.params.token',
    tests: OPT_OUTS,
  },
  {
    file: 'shared/calling/calendar.ts',
    find: 'from <= time && time < to',
    replace: 'from <= time && time <= to',
    tests: ['shared/calling/calendar.test.ts'],
  },
  {
    file: 'server/features/calling/call-log/call-log-store.ts',
    find: 'at > since(limit, time)',
    replace: 'at >= since(limit, time)',
    tests: ['server/features/calling/call-log/call-log.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/consent/list-consent.ts',
    find: 'viaApiKey: giver.viaApiKey',
    replace: 'viaApiKey: false',
    tests: ['server/features/campaigns/consent/consent.int.test.ts'],
  },
  {
    file: 'server/features/campaigns/screening/screen-list.ts',
    find: 'callLog.tooOften(userId, from)',
    replace: 'callLog.tooOften(userId, clock.now())',
    tests: ['server/features/campaigns/screening/screen-list.test.ts'],
  },
  {
    file: 'server/commands/support/account-errors.ts',
    find: '< at(other) ? 1 : -1',
    replace: '< at(other) ? -1 : 1',
    tests: ['server/commands/support/account-errors.test.ts'],
  },
  {
    file: 'server/commands/credits/replay.ts',
    find: 'event.at >= since',
    replace: 'event.at > since',
    tests: REPLAY,
  },
  {
    file: 'server/commands/credits/replay.ts',
    find: 'event.at > until.at',
    replace: 'event.at >= until.at',
    tests: REPLAY,
  },
  {
    file: 'server/features/credits/flow/credit-day-store.ts',
    find: '{ _id, streamId, version: { $lt: day.version } }',
    replace: '{ _id, streamId }',
    tests: ['server/features/credits/flow/credit-flow.int.test.ts'],
  },
  {
    file: 'server/features/drops/call-lists/matching-calls.ts',
    find: "(calls.progress !== 'some' || counter > MAX_SELECTED)",
    replace: 'true',
    tests: ['server/features/drops/call-lists/matching-calls.test.ts'],
  },
  {
    file: 'server/features/drops/call-lists/call-scans.ts',
    find: "return { $or: [{ code: { $nin: [null, ''] } }, { reason: { $ne: CALL_REASONS[reason] } }] };",
    replace: 'return { reason: { $ne: CALL_REASONS[reason] } };',
    tests: ['server/features/drops/call-lists/call-lists.long.test.ts'],
  },
  {
    file: 'server/features/drops/speech/speech-store.ts',
    find: '    $unset: { discardAt: 1 },\n    $setOnInsert: { objectKey',
    replace: '    $setOnInsert: { objectKey',
    tests: ['server/features/drops/speech/erase-speech.long.test.ts'],
  },
  {
    file: 'server/platform/lib/log.ts',
    find: "typeof error === 'string' ? error : { type: typeof error }",
    replace: 'error',
    tests: ['server/platform/lib/log.test.ts'],
  },
  {
    file: 'server/features/webhooks/delivery/open-deliveries.ts',
    find: 'this.size - this.#slowOnes().length < LIMITS.total',
    replace: 'this.size < LIMITS.total',
    tests: ['server/features/webhooks/delivery/delivery-loop.long.test.ts'],
  },
  {
    file: 'server/features/webhooks/endpoints/taken-since.ts',
    find: 'from <= at && at < until',
    replace: 'from > at && at < until',
    tests: ['server/features/webhooks/events/suppression-events.long.test.ts'],
  },
];
