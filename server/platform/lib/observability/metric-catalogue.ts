import { CALL_REASON_KEYS } from '#shared/call-reasons.ts';

/** A metric: its kind, what it means, and its labels, each of which has few values. */
interface MetricDefinition {
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  labels: readonly string[];
  buckets?: readonly number[];
  /** The labels of all series, which exist at zero from the start, where they are known beforehand. */
  series?: readonly Record<string, string>[];
}

/** Bounds in seconds, from a query of the database to a slow request. */
const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Bounds in seconds for work that takes up to a minute. */
const SLOW = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];
/** Bounds in seconds for work that may wait for an hour. */
const WAITS = [0.1, 0.5, 1, 5, 10, 30, 60, 120, 300, 600, 1_800, 3_600];
/** Bounds for numbers of events in one write, up to the maximum of the commit queue. */
const GROUPS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512];

function ofEach(label: string, values: readonly string[]): Record<string, string>[] {
  return values.map((value) => ({ [label]: value }));
}

/**
 * Every metric of Hark, in Prometheus names and base units. A label never holds an id, a name, an address or a number of a
 * person: each has a fixed set of values.
 */
export const METRICS = {
  hark_build_info: {
    kind: 'gauge',
    help: 'Always 1, with the release, the commit it was built from and the version of Node of this process.',
    labels: ['version', 'commit', 'node'],
  },
  hark_http_request_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of HTTP requests by route template, without event streams.',
    labels: ['method', 'route', 'status'],
    buckets: FAST,
  },
  hark_procedure_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of tRPC procedures, called by tRPC or by REST; code is OK or the code of the error.',
    labels: ['procedure', 'code'],
    buckets: FAST,
  },
  hark_event_loop_held_seconds: {
    kind: 'histogram',
    help: 'For how long the event loop was held, each time that it was for more than 50 ms.',
    labels: [],
    buckets: FAST,
  },
  hark_event_streams: {
    kind: 'gauge',
    help: 'Open streams of server-sent events.',
    labels: [],
  },
  hark_job_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of jobs that ended, by name; outcome is finished or failed.',
    labels: ['job_name', 'outcome'],
    buckets: SLOW,
  },
  hark_jobs_running: {
    kind: 'gauge',
    help: 'Jobs that this process is executing.',
    labels: ['job_name'],
  },
  hark_job_queue_age_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest due job of the database waits; 0 if none is due.',
    labels: ['job_name'],
  },
  hark_drops_placed_total: {
    kind: 'counter',
    help: 'Calls that the carrier accepted.',
    labels: [],
  },
  hark_drop_placement_duration_seconds: {
    kind: 'histogram',
    help: 'From taking a call of a claim to the acceptance by the carrier, waits for rate limits and retries included.',
    labels: [],
    buckets: SLOW,
  },
  hark_drop_reports_total: {
    kind: 'counter',
    help: 'Reports of the carrier, repetitions included, by what they report; foreign are those of its own campaigns.',
    labels: ['outcome'],
    series: ofEach('outcome', ['success', 'failed', 'unknown', 'foreign']),
  },
  hark_campaigns_paused_total: {
    kind: 'counter',
    help: 'Campaigns that the system paused: for a fault of the carrier account, or another one.',
    labels: ['cause'],
    series: ofEach('cause', ['account', 'other']),
  },
  hark_calls_ended_total: {
    kind: 'counter',
    help: 'Calls that ended, once in each run of their campaign and as they ended first, those that were not made included; reason is the key of the reason, or none. A process that dies may miss its last ones.',
    labels: ['outcome', 'reason'],
    series: [
      { outcome: 'success', reason: 'none' },
      ...CALL_REASON_KEYS.map((reason) => ({ outcome: 'failed', reason })),
    ],
  },
  hark_late_successes_total: {
    kind: 'counter',
    help: 'Calls that had ended as failed and were reported as delivered later, once each.',
    labels: [],
  },
  hark_provider_request_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of requests to providers by operation; for placements outcome is that of the carrier.',
    labels: ['provider', 'operation', 'outcome'],
    buckets: SLOW,
  },
  hark_webhook_request_duration_seconds: {
    kind: 'histogram',
    help: "Duration of requests to integrators' endpoints; outcome is delivered, refused or failed, without a response.",
    labels: ['outcome'],
    series: ofEach('outcome', ['delivered', 'refused', 'failed']),
    buckets: SLOW,
  },
  hark_webhook_wait_seconds: {
    kind: 'histogram',
    help: 'From storing an event to its first request, for endpoints that do not fail.',
    labels: [],
    buckets: WAITS,
  },
  hark_mail_wait_seconds: {
    kind: 'gauge',
    help: 'For how long the oldest mail waits that the mail server did not take; 0 if none waits.',
    labels: [],
  },
  hark_disk_free_bytes: {
    kind: 'gauge',
    help: 'Bytes that may still be written: on the disk of the data directory, and on that of the database.',
    labels: ['disk'],
  },
  hark_disk_size_bytes: {
    kind: 'gauge',
    help: 'Bytes of the same disks.',
    labels: ['disk'],
  },
  hark_clock_ahead_seconds: {
    kind: 'gauge',
    help: "By how much the clock of this machine is ahead of the database's.",
    labels: [],
  },
  hark_certificate_expiry_timestamp_seconds: {
    kind: 'gauge',
    help: 'When the certificate of PUBLIC_URL expires, in seconds since 1970.',
    labels: [],
  },
  hark_last_backup_timestamp_seconds: {
    kind: 'gauge',
    help: 'The moment that the last complete backup holds, in seconds since 1970; 0 if there is none.',
    labels: [],
  },
  hark_last_copy_timestamp_seconds: {
    kind: 'gauge',
    help: 'When the newest backup in the bucket of copies was begun, in seconds since 1970; 0 if there is none, unset without a bucket.',
    labels: [],
  },
  hark_audit_differences: {
    kind: 'gauge',
    help: 'Differences that the last audit of the credits found.',
    labels: [],
  },
  hark_deletion_wait_seconds: {
    kind: 'gauge',
    help: 'How long the account that was closed first has been waiting to be erased; 0 if there is none.',
    labels: [],
  },
  hark_invoices_undecided: {
    kind: 'gauge',
    help: 'Invoices that were paid for a plan which is not in the catalogue, and granted nothing yet.',
    labels: [],
  },
  hark_ledger_append_duration_seconds: {
    kind: 'histogram',
    help: 'Duration of writes to the ledger that were acknowledged.',
    labels: [],
    buckets: FAST,
  },
  hark_ledger_group_events: {
    kind: 'histogram',
    help: 'Events per write to the ledger.',
    labels: [],
    buckets: GROUPS,
  },
  hark_ledger_appended_events_total: {
    kind: 'counter',
    help: 'Credit events that were appended.',
    labels: [],
  },
  hark_ledger_conflicts_total: {
    kind: 'counter',
    help: 'Writes to the ledger that met a version or key that was taken.',
    labels: [],
  },
  hark_ledger_append_errors_total: {
    kind: 'counter',
    help: 'Writes to the ledger whose outcome is unknown.',
    labels: [],
  },
  hark_ledger_refusals_total: {
    kind: 'counter',
    help: 'Commands that the ledger refused, by reason.',
    labels: ['reason'],
  },
  hark_database_command_duration_seconds: {
    kind: 'histogram',
    help: 'Round trips to the database by command; the reads of job notices, which wait, are left out.',
    labels: ['command', 'outcome'],
    buckets: FAST,
  },
} as const satisfies Record<string, MetricDefinition>;

export type MetricName = keyof typeof METRICS;

/** The metrics of one kind. */
export type MetricOf<Kind extends MetricDefinition['kind']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['kind'] extends Kind ? Name : never;
}[MetricName];

/** The labels of a metric, each with a value. */
export type LabelsOf<Name extends MetricName> = Record<(typeof METRICS)[Name]['labels'][number], string>;
