import { Check, Pencil } from 'lucide-react';
import { useEffect, useState, type ComponentProps, type SubmitEvent } from 'react';
import { displayNameSchema, NOT_GIVEN, phoneSchema, type ProfileView } from '#shared/schemas/account/auth.ts';
import { discardEdits, keepEdits, readKeptEdits } from '#client/app/session/kept-edits.ts';
import { paths } from '#client/app/routing/paths.ts';
import { UnsavedChanges } from '#client/app/routing/unsaved-changes.tsx';
import { errorStatus, errorText, trpc } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { CardBody, CardFooter } from '#client/ui/display/card.tsx';
import { cx } from '#client/ui/cx.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { TextLink } from '#client/ui/controls/link.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Profile fields that the user may change. */
interface ProfileValues {
  display_name: string;
  phone: string;
}
type EditableField = keyof ProfileValues;

const SCHEMAS = { display_name: displayNameSchema, phone: phoneSchema };

/** A read-only field. */
const PLAIN = 'border-transparent bg-transparent px-0 read-only:bg-transparent hover:border-transparent';

interface ProfileFormProps {
  uid: string;
  profile: ProfileView;
}

/** Profile form; only one field is in edit mode at a time. */
export function ProfileForm({ uid, profile }: ProfileFormProps) {
  const [saved, setSaved] = useState(() => valuesOf(profile));
  const [kept] = useState(() => keptFields(uid, saved));
  const [values, setValues] = useState(() => ({ ...saved, ...kept }));
  const [editing, setEditing] = useState<EditableField | null>(null);
  const save = useSaveProfile((updated) => {
    setSaved(valuesOf(updated));
    setValues(valuesOf(updated));
    setEditing(null);
  });
  const changes = changedFields(values, saved);
  const changed = Object.keys(changes).length > 0;
  const errors = errorsOf(changes);
  const valid = Object.keys(errors).length === 0;
  useKeepEdits(uid, changes);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!changed) setEditing(null);
    else if (valid && !save.isPending) save.mutate({ id: uid, profile: changes });
  };
  const field = (name: EditableField, label: string) => ({
    label,
    value: values[name],
    error: errors[name],
    editing: editing === name,
    onChange: (value: string) => {
      setValues({ ...values, [name]: value });
    },
    onEdit: () => {
      setEditing(name);
    },
    onCancel: () => {
      setValues({ ...values, [name]: saved[name] });
      setEditing(null);
    },
  });
  return (
    <form noValidate onSubmit={submit}>
      <CardBody className="flex flex-col gap-4 divide-y divide-line *:not-last:pb-4">
        <EditableInput {...field('display_name', 'Full Name')} autoComplete="name" />
        <Field label="Email" hint={<EmailHint />}>
          <TextInput type="email" value={profile.email} readOnly className={PLAIN} />
        </Field>
        <EditableInput
          {...field('phone', 'Phone Number')}
          type="tel"
          autoComplete="tel"
          placeholder="Not given"
        />
      </CardBody>
      <CardFooter>
        <Button type="submit" disabled={!changed || !valid} busy={save.isPending} busyText="Saving...">
          Save Changes
        </Button>
        {changed && Object.keys(kept).length > 0 && (
          <p className="text-sm text-ink-2">What you changed earlier is not saved yet.</p>
        )}
        <p role="alert" className="text-sm text-failed">
          {save.isError && <SaveError error={save.error} />}
        </p>
      </CardFooter>
      {changed && (
        <UnsavedChanges
          onLeave={() => {
            discardEdits(sessionStorage);
          }}
        />
      )}
    </form>
  );
}

/** The address is changed on another page, by a link that is mailed to the new one. */
function EmailHint() {
  return (
    <>
      <span>Email address cannot be changed</span> ·{' '}
      <TextLink href={paths.signInEmail}>Change it under Security</TextLink>
    </>
  );
}

/** Returns what the form shows of a profile; '' for what was not given. */
function valuesOf({ display_name, phone }: ProfileView): ProfileValues {
  return { display_name, phone: phone === NOT_GIVEN ? '' : phone };
}

/** Returns the fields that differ from what is saved: a saved one that is invalid today does not block the others. */
function changedFields(values: ProfileValues, saved: ProfileValues): Partial<ProfileValues> {
  const fields = Object.keys(saved) as EditableField[];
  return Object.fromEntries(
    fields.filter((name) => values[name] !== saved[name]).map((name) => [name, values[name]]),
  );
}

/** Returns what the user had changed when their session ended, or when the page was reloaded. */
function keptFields(uid: string, saved: ProfileValues): Partial<ProfileValues> {
  return changedFields({ ...saved, ...readKeptEdits(sessionStorage, uid) }, saved);
}

/** Keeps unsaved changes in this tab: the form is gone when the session ends. */
function useKeepEdits(uid: string, { display_name, phone }: Partial<ProfileValues>): void {
  useEffect(() => {
    const values = Object.entries({ display_name, phone }).filter(isChanged);
    if (values.length > 0) keepEdits(sessionStorage, uid, Object.fromEntries(values));
    else discardEdits(sessionStorage);
  }, [uid, display_name, phone]);
}

const isChanged = (entry: [string, string | undefined]): entry is [string, string] => entry[1] !== undefined;

function errorsOf(changes: Partial<ProfileValues>): Partial<Record<EditableField, string>> {
  const errors: Partial<Record<EditableField, string>> = {};
  for (const name of Object.keys(changes) as EditableField[]) {
    const issue = SCHEMAS[name].safeParse(changes[name]).error?.issues[0];
    if (issue !== undefined) errors[name] = issue.message;
  }
  return errors;
}

/** Says that saving failed, and why if another attempt would fail as well. */
function SaveError({ error }: { error: unknown }) {
  const status = errorStatus(error);
  return (
    <>
      <span>Failed to update user data.</span>
      {status !== undefined && status < 500 && <span> {errorText(error)}</span>}
    </>
  );
}

function useSaveProfile(onSaved: (updated: ProfileView) => void) {
  const { updateUser } = useSession();
  const utils = trpc.useUtils();
  return trpc.auth.updateProfile.useMutation({
    onSuccess: async (updated) => {
      toast.success('Profile updated successfully!');
      updateUser({ display_name: updated.display_name });
      onSaved(updated);
      await utils.auth.userInfo.invalidate();
    },
    onError: () => {
      toast.error('Error updating profile. Please try again.');
    },
  });
}

interface EditableInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string;
  value: string;
  error: string | undefined;
  editing: boolean;
  onChange: (value: string) => void;
  onEdit: () => void;
  onCancel: () => void;
}

/** A field with an edit button; Enter or the tick saves, Escape cancels. */
function EditableInput({
  label,
  value,
  error,
  editing,
  onChange,
  onEdit,
  onCancel,
  ...rest
}: EditableInputProps) {
  return (
    <Field label={label} error={error}>
      <div className="flex gap-2">
        <TextInput
          key={String(editing)}
          readOnly={!editing}
          autoFocus={editing}
          className={cx(!editing && PLAIN)}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel();
          }}
          {...rest}
        />
        {editing ? (
          <IconButton key="save" type="submit" size="md" label={`Save ${label}`} icon={Check} />
        ) : (
          <IconButton key="edit" size="md" label={`Edit ${label}`} icon={Pencil} onClick={onEdit} />
        )}
      </div>
    </Field>
  );
}
