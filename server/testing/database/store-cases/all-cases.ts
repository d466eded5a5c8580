import { accountCalls } from './account-cases.ts';
import { billingCalls } from './billing-cases.ts';
import { creditCalls } from './credit-cases.ts';
import { billingMailCalls } from './billing-mail-cases.ts';
import { campaignCalls } from './campaign-cases.ts';
import { lifecycleCalls } from './lifecycle-cases.ts';
import { erasureCalls } from './erasure-cases.ts';
import { callCalls } from './call-cases.ts';
import { contactCalls } from './contact-cases.ts';
import { callListCalls } from './call-list-cases.ts';
import { settlementCalls } from './settlement-cases.ts';
import { speechCalls } from './speech-cases.ts';
import { jobCalls } from './job-cases.ts';
import { contactListCalls } from './contact-list-cases.ts';
import { auditCalls } from './audit-cases.ts';
import { secondFactorCalls } from './second-factor-cases.ts';
import { voiceCalls } from './voice-cases.ts';
import { callingCalls } from './calling-cases.ts';
import { requestCalls } from './request-cases.ts';
import { migrationCalls } from './migration-cases.ts';
import { webhookCalls } from './webhook-cases.ts';
import type { PlannedCall } from './store-cases.ts';

/** The calls of all store methods. A call may change the documents that a later one reads. */
export const ALL_CALLS: readonly PlannedCall[] = [
  ...accountCalls,
  ...billingCalls,
  ...creditCalls,
  ...billingMailCalls,
  ...campaignCalls,
  ...lifecycleCalls,
  ...erasureCalls,
  ...callCalls,
  ...contactCalls,
  ...callListCalls,
  ...settlementCalls,
  ...speechCalls,
  ...jobCalls,
  ...contactListCalls,
  ...auditCalls,
  ...secondFactorCalls,
  ...voiceCalls,
  ...callingCalls,
  ...requestCalls,
  ...migrationCalls,
  ...webhookCalls,
];
