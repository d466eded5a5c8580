import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import type { Contact } from '#shared/contacts/contact-list.ts';
import {
  headerSignature,
  mappingProblem,
  type ColumnMapping,
} from '#shared/contacts/columns/column-mapping.ts';
import { AS_WRITTEN } from '#shared/contacts/columns/column-mapping.ts';
import { rememberedMapping } from '#client/domain/import-file/file-reading.ts';
import type { ContactFileOutcome } from '#client/domain/import-file/file-summary.ts';
import { openContactFile, type OpenContactFile } from '#client/domain/import-file/open-contact-file.ts';
import { checkMessage } from '#client/features/campaigns/wizard/wizard-guards.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** The contact shown in the preview; `contact` is null until it is loaded. */
export interface PreviewContact {
  index: number;
  contact: Contact | null;
  /** Shows the contact at an index, which wraps around at both ends. */
  show: (index: number) => void;
}

/** The debounce of the message validation, in milliseconds. */
const VALIDATION_DEBOUNCE_MS = 250;

/** Reads the chosen file in a worker, dispatches the results and returns the contact of the preview. */
export function useContactFile(state: WizardState, dispatch: Dispatch<WizardAction>): PreviewContact {
  const { upload } = state;
  const chosen = upload.status === 'reading' || upload.status === 'ready' ? upload : null;
  const [file, reading] = [chosen?.file ?? null, chosen?.reading ?? AS_WRITTEN];
  const count = upload.status === 'ready' ? upload.summary.contacts : 0;
  const [index, setIndex] = useState(0);
  const [found, setFound] = useState<{ index: number; contact: Contact | null } | null>(null);
  const open = useRef<OpenContactFile>(null);

  useEffect(() => {
    if (file === null) return undefined;
    open.current = openContactFile(file, reading, {
      onProgress: (bytes) => {
        dispatch({ type: 'fileProgressed', bytes });
      },
      onOutcome: (outcome) => {
        const mapping = reading.mapping === null ? mappingOfLastTime(outcome) : null;
        if (mapping === null) dispatch({ type: 'fileRead', outcome });
        else dispatch({ type: 'columnsMatched', mapping, isRemembered: true });
      },
      onContact: (foundIndex, contact) => {
        setFound({ index: foundIndex, contact });
      },
      onMessageErrors: (message, errors) => {
        dispatch({ type: 'messageErrorsFound', message, errors });
      },
    });
    return () => {
      open.current?.close();
      open.current = null;
      setIndex(0);
      setFound(null);
    };
  }, [file, reading, dispatch]);

  useEffect(() => {
    if (count > 0) open.current?.requestContact(index);
  }, [count, index]);

  const unchecked = checkMessage(state).kind === 'pending' ? state.form.message.trim() : null;
  useEffect(() => {
    if (unchecked === null) return undefined;
    const timer = setTimeout(() => open.current?.requestMessageErrors(unchecked), VALIDATION_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [unchecked]);

  const show = useCallback(
    (requested: number) => {
      if (count > 0) setIndex((requested + count) % count);
    },
    [count],
  );
  // The previous contact stays until the next one is loaded, so that the preview does not flicker.
  return { index, contact: found?.contact ?? null, show };
}

/** Returns how the columns of a file with wrong headers were matched last time, or null. */
function mappingOfLastTime(outcome: ContactFileOutcome): ColumnMapping | null {
  if (outcome.kind !== 'header') return null;
  const { names } = outcome.header;
  const mapping = rememberedMapping(localStorage, headerSignature(names));
  return mapping === null || mappingProblem(mapping, names) !== null ? null : mapping;
}
