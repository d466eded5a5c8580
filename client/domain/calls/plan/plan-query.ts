import type { CallingPlan, WindowCount } from '#shared/schemas/calling/calling-plan.ts';

/** The plan of the campaign; `plan` is that of the last valid schedule while another is loaded. */
export interface PlanQuery {
  plan: CallingPlan | undefined;
  classes: readonly WindowCount[];
  failed: boolean;
  busy: boolean;
  retry: () => void;
}
