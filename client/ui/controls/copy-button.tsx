import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '#client/ui/overlays/toast.tsx';
import { Button, type ButtonProps } from './button.tsx';

interface CopyButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'onClick'> {
  /** What is copied. */
  text: string;
  /** What the button says until it has copied, for example "Copy Key". */
  label: string;
}

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ text, label, ...rest }: CopyButtonProps) {
  const [copied, setCopied] = useState<string>();
  const isCopied = copied === text;
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied(text);
      },
      () => {
        toast.error('The browser did not allow copying. Please select the text and copy it.');
      },
    );
  };
  return (
    <Button variant="secondary" icon={isCopied ? Check : Copy} onClick={copy} {...rest}>
      {isCopied ? 'Copied' : label}
    </Button>
  );
}
