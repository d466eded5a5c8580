import { useCallback, useEffect, useMemo, useState, type Dispatch } from 'react';
import type { Contact } from '#shared/contacts/contact-list.ts';
import type { ErrorTable } from '#client/domain/import-file/error-table.ts';
import { useImportFile } from '#client/domain/import-file/use-import-file.ts';
import { checkMessage } from '#client/features/campaigns/wizard/wizard-guards.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';
import { swapped } from '#client/features/campaigns/wizard/wizard-form.ts';
import { fileOf } from './upload-summary.ts';
import type { PreviewContact } from '#client/domain/message/message-preview.tsx';

/** The debounce of the message validation, in milliseconds. */
const VALIDATION_DEBOUNCE_MS = 250;

/** Reads the chosen file in a worker, dispatches the results and returns the contact of the preview. */
export function useContactFile(state: WizardState, dispatch: Dispatch<WizardAction>): PreviewContact {
  const { upload } = state;
  const count = upload.status === 'ready' ? upload.summary.contacts : 0;
  const [index, setIndex] = useState(0);
  const [found, setFound] = useState<{ index: number; contact: Contact | null } | null>(null);
  const listeners = useMemo(
    () => ({
      onContact: (foundIndex: number, contact: Contact | null) => {
        setFound({ index: foundIndex, contact });
      },
      onMessageErrors: (message: string, errors: ErrorTable) => {
        dispatch({ type: 'messageErrorsFound', message, errors });
      },
      onClose: () => {
        setIndex(0);
        setFound(null);
      },
    }),
    [dispatch],
  );
  const open = useImportFile(fileOf(upload), dispatch, listeners);

  useEffect(() => {
    if (count > 0) open.current?.requestContact(index);
  }, [count, index, open]);

  const unchecked =
    [state, { ...state, form: swapped(state.form) }]
      .find((one) => checkMessage(one).kind === 'pending')
      ?.form.message.trim() ?? null;
  useEffect(() => {
    if (unchecked === null) return undefined;
    const timer = setTimeout(() => open.current?.requestMessageErrors(unchecked), VALIDATION_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [unchecked, open]);

  const show = useCallback(
    (requested: number) => {
      if (count > 0) setIndex((requested + count) % count);
    },
    [count],
  );
  // The previous contact stays until the next one is loaded, so that the preview does not flicker.
  return { index, contact: found?.contact ?? null, show };
}
