import { Download } from 'lucide-react';
import { saveFile } from '#client/app/save-file.ts';
import { Button } from '#client/ui/controls/button.tsx';
import { CopyButton } from '#client/ui/controls/copy-button.tsx';
import { Notice } from '#client/ui/display/notice.tsx';
import { Dialog } from '#client/ui/overlays/dialog.tsx';

/** Shows new recovery codes; they cannot be read again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Keep your recovery codes"
      description="Each signs you in once without your phone. Keep them where you keep passwords."
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className="grid gap-4">
        <Notice tone="waiting">Save the codes now. They are not shown again.</Notice>
        <ul
          aria-label="Recovery codes"
          className="grid gap-x-6 gap-y-1 rounded-control bg-sunken px-4 py-3 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2.5">
          <CopyButton text={text} label="Copy Codes" />
          <Button
            variant="secondary"
            icon={Download}
            onClick={() => {
              saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'hark-recovery-codes.txt');
            }}
          >
            Download
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
