import { useEffect, useRef, type Dispatch, type RefObject } from 'react';
import type { Contact } from '#shared/contacts/contact-list.ts';
import {
  AS_WRITTEN,
  headerSignature,
  mappingProblem,
  type ColumnMapping,
} from '#shared/contacts/columns/column-mapping.ts';
import type { ErrorTable } from './error-table.ts';
import { headerRowOf } from './file-header.ts';
import { rememberedMapping } from './file-reading.ts';
import type { ContactFileOutcome } from './file-summary.ts';
import type { FileImport, ImportAction } from './import-state.ts';
import { openContactFile, type OpenContactFile } from './open-contact-file.ts';

/** What the worker answers beside the outcome. The functions stay the same while a file is open. */
interface FileListeners {
  onContact(index: number, contact: Contact | null): void;
  onMessageErrors(message: string, errors: ErrorTable): void;
  onClose(): void;
}

/** Reads the chosen file in a worker and dispatches the results; columns that are known are matched as last time. */
export function useImportFile(
  upload: FileImport,
  dispatch: Dispatch<ImportAction>,
  listeners: FileListeners | null = null,
): RefObject<OpenContactFile | null> {
  const chosen = upload.status === 'reading' || upload.status === 'ready' ? upload : null;
  const [file, reading] = [chosen?.file ?? null, chosen?.reading ?? AS_WRITTEN];
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
      onContact: (index, contact) => listeners?.onContact(index, contact),
      onMessageErrors: (message, errors) => listeners?.onMessageErrors(message, errors),
    });
    return () => {
      open.current?.close();
      open.current = null;
      listeners?.onClose();
    };
  }, [file, reading, dispatch, listeners]);
  return open;
}

/** Returns how the columns of a file with wrong headers were matched last time, or null. */
function mappingOfLastTime(outcome: ContactFileOutcome): ColumnMapping | null {
  if (outcome.kind !== 'header') return null;
  const { header } = outcome;
  // Columns without names are alike in all files.
  if (header.at === -1) return null;
  const mapping = rememberedMapping(localStorage, headerSignature(header.names));
  if (mapping === null || mappingProblem(mapping, header.names) !== null) return null;
  return { ...mapping, headerRow: headerRowOf(header) };
}
