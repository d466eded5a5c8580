import { Button } from './button.tsx';

/** Loads the page again. */
export function ReloadButton() {
  return (
    <Button
      onClick={() => {
        window.location.reload();
      }}
    >
      Reload
    </Button>
  );
}
