import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CheckListOutput } from '#shared/schemas/campaigns/check-list.ts';
import { contactsFileOf } from '#client/domain/import-file/contacts-form.ts';
import { useSettled } from '#client/app/use-settled.ts';
import { trpc } from '#client/app/trpc.ts';
import type { WizardState } from '../wizard/wizard-state.ts';
import { isPast } from '../wizard/wizard-steps.ts';
import { hoursErrors } from '#client/domain/calls/calling-hours-text.ts';
import { maxCallsOf, splitOf } from './second-half.ts';
import { checkList } from '#client/domain/calls/check-list.ts';

/** Whom the campaign would call, as the server finds by the contact list and the calling hours. */
export interface ListCheck {
  /** The last result; of other hours while `checking`. */
  result: CheckListOutput | undefined;
  checking: boolean;
  /** The uploaded share of the file, 0 to 1. */
  share: number;
  failed: boolean;
  cancel: () => void;
  /** Checks after a failure, or after it was cancelled. */
  check: () => void;
}

/** Each check uploads the list: several changes of the hours are checked together. */
const SETTLE_MS = 700;
const CHECK = 'list-check';

/**
 * Checks the contact list from the message step on, and again when the calling hours have changed. Publishing ends a check:
 * the server reads the lists of a user one after another.
 */
export function useListCheck(state: WizardState): ListCheck {
  const { step, form, upload, publishing } = state;
  const queryClient = useQueryClient();
  const api = trpc.useUtils();
  const hours = useSettled(form.callingHours, SETTLE_MS);
  const [share, setShare] = useState(0);
  const contacts = upload.status === 'ready' ? contactsFileOf(upload) : null;
  const file = contacts?.file ?? null;
  const listId = upload.status === 'list' ? upload.list.id : null;
  const split = splitOf(state);
  const maxCalls = maxCallsOf(state);
  const list = JSON.stringify([listId ?? file?.name, split]);
  const isKnown = file !== null || listId !== null;
  const isValid = Object.keys(hoursErrors(hours)).length === 0;
  const queryKey = [CHECK, list, file?.size, file?.lastModified, hours, form.endDate, maxCalls];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => {
      setShare(0);
      const schedule = {
        calling_hours: hours,
        ...(form.endDate !== null && { last_day: form.endDate }),
        ...(maxCalls !== null && { max_calls: maxCalls }),
        ...(split !== null && { split }),
      };
      if (listId !== null) return api.client.campaigns.checkList.mutate({ list_id: listId, ...schedule });
      if (contacts === null) throw new Error('There is no list to check');
      return checkList(contacts, schedule, { signal, onProgress: setShare });
    },
    enabled: isKnown && isValid && !publishing && isPast(step, 'upload') && step !== 'success',
    // Another visit to the wizard checks again: the do-not-call list may have changed.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
    placeholderData: (previous, before) =>
      before?.queryKey[1] === list ? keepPreviousData(previous) : undefined,
  });
  useEffect(() => {
    if (publishing) void queryClient.cancelQueries({ queryKey: [CHECK] });
  }, [publishing, queryClient]);
  return {
    result: isKnown ? query.data : undefined,
    // A check that publishing has ended is not one that somebody cancelled.
    checking: query.isFetching || (publishing && query.isPending),
    share,
    failed: query.isError && !query.isFetching,
    cancel: () => void queryClient.cancelQueries({ queryKey }),
    check: () => void query.refetch(),
  };
}
