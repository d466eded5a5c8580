import { trpc } from '#client/app/trpc.ts';
import { CopyButton } from '#client/ui/controls/copy-button.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { LoadedWay } from './loaded-way.tsx';
import { OptOutWay } from './opt-out-way.tsx';

/** The page of the account on which people stop its calls. */
export function StopPageWay() {
  const profile = trpc.calling.profile.useQuery();
  return (
    <LoadedWay query={profile}>
      {profile.data !== undefined && <StopPage path={profile.data.stop_path} />}
    </LoadedWay>
  );
}

function StopPage({ path }: { path: string }) {
  const url = `${window.location.origin}${path}`;
  return (
    <OptOutWay
      name="Stop page"
      text="People enter their number on it. Link to it from your website and your mails."
      actions={<CopyButton text={url} label="Copy Link" />}
    >
      <TextLink className="break-all" href={url} target="_blank" rel="noopener">
        {`${window.location.host}${path}`}
      </TextLink>
    </OptOutWay>
  );
}
