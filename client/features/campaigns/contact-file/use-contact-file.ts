import { useCallback, useEffect, useRef, useState, type Dispatch } from 'react';
import type { Contact } from '#shared/contacts/contact-list.ts';
import { openContactFile, type OpenContactFile } from './open-contact-file.ts';
import { messageCheck } from '#client/features/campaigns/message/message-check.ts';
import type { WizardAction, WizardState } from '#client/features/campaigns/wizard/wizard-state.ts';

/** One contact of the list, as the preview shows it; `contact` is null until it was read. */
export interface PreviewContact {
  index: number;
  contact: Contact | null;
  /** Shows another one; before the first comes the last, after the last the first. */
  show: (index: number) => void;
}

/** After this many milliseconds without a change a message is checked with the list. */
const CHECK_AFTER_MS = 250;

/** Has a chosen file read off the main thread, reports to the reducer, and looks single contacts up. */
export function useContactFile(state: WizardState, dispatch: Dispatch<WizardAction>): PreviewContact {
  const { upload } = state;
  const file = upload.status === 'reading' || upload.status === 'ready' ? upload.file : null;
  const count = upload.status === 'ready' ? upload.summary.contacts : 0;
  const [index, setIndex] = useState(0);
  const [found, setFound] = useState<{ index: number; contact: Contact | null } | null>(null);
  const open = useRef<OpenContactFile>(null);

  useEffect(() => {
    if (file === null) return undefined;
    open.current = openContactFile(file, {
      onProgress: (bytes) => {
        dispatch({ type: 'fileProgressed', bytes });
      },
      onOutcome: (outcome) => {
        dispatch({ type: 'fileRead', outcome });
      },
      onContact: (foundIndex, contact) => {
        setFound({ index: foundIndex, contact });
      },
      onMessageErrors: (message, errors) => {
        dispatch({ type: 'misfitsFound', message, errors });
      },
    });
    return () => {
      open.current?.close();
      open.current = null;
      setIndex(0);
      setFound(null);
    };
  }, [file, dispatch]);

  useEffect(() => {
    if (count > 0) open.current?.requestContact(index);
  }, [count, index]);

  const unchecked = messageCheck(state) === 'unknown' ? state.form.message.trim() : null;
  useEffect(() => {
    if (unchecked === null) return undefined;
    const timer = setTimeout(() => open.current?.requestMessageErrors(unchecked), CHECK_AFTER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [unchecked]);

  const show = useCallback(
    (wanted: number) => {
      if (count > 0) setIndex((wanted + count) % count);
    },
    [count],
  );
  // The one before stays until the next is here, so that nothing flickers.
  return { index, contact: found?.contact ?? null, show };
}
