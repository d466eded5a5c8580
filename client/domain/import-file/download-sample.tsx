import { Download } from 'lucide-react';
import { sampleCsv, sampleFileName } from '#shared/contacts/columns/contact-columns.ts';
import { saveFile } from '#client/app/save-file.ts';
import { Button, type ButtonProps } from '#client/ui/controls/button.tsx';

interface DownloadSampleProps {
  campaignName: string;
  variant?: ButtonProps['variant'];
  children?: string;
}

/** A button that downloads the sample file, named after the campaign. */
export function DownloadSample({ campaignName, variant, children = 'Download Sample' }: DownloadSampleProps) {
  return (
    <Button
      variant={variant}
      icon={Download}
      onClick={() => {
        saveFile(new Blob([sampleCsv()], { type: 'text/csv' }), sampleFileName(campaignName));
      }}
    >
      {children}
    </Button>
  );
}
