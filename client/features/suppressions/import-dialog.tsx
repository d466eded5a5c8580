import { useState } from 'react';
import type { NumberList } from '#shared/contacts/suppression-list.ts';
import { ChooseNumbers } from './choose-numbers.tsx';
import { ReviewNumbers } from './review-numbers.tsx';
import { useNumberFile } from './use-number-file.ts';

/** Import dialog: choose or paste a list, review it with its errors, send it. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const file = useNumberFile();
  const [pasted, setPasted] = useState('');
  const list: NumberList | undefined = file.outcome?.kind === 'list' ? file.outcome.list : undefined;
  return list === undefined ? (
    <ChooseNumbers file={file} pasted={pasted} onPasted={setPasted} onClose={onClose} />
  ) : (
    <ReviewNumbers list={list} onBack={file.reset} onClose={onClose} />
  );
}
