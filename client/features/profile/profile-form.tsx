import { Check, Pencil } from 'lucide-react';
import { useState, type ComponentProps, type SubmitEvent } from 'react';
import { displayNameSchema, phoneSchema } from '#shared/schemas/auth.ts';
import { trpc } from '#client/app/trpc.ts';
import { useSession } from '#client/app/session/use-session.ts';
import { Button, IconButton } from '#client/ui/controls/button.tsx';
import { CardBody, CardFooter } from '#client/ui/display/card.tsx';
import { cx } from '#client/ui/cx.ts';
import { Field } from '#client/ui/controls/field.tsx';
import { TextInput } from '#client/ui/controls/inputs.tsx';
import { toast } from '#client/ui/overlays/toast.tsx';

/** Profile fields that the user may change. */
interface ProfileValues {
  display_name: string;
  phone: string;
}
type EditableField = keyof ProfileValues;

/** A read-only field. */
const PLAIN = 'border-transparent bg-transparent px-0 read-only:bg-transparent hover:border-transparent';

interface ProfileFormProps {
  uid: string;
  email: string;
  saved: ProfileValues;
}

/** Profile form; only one field is in edit mode at a time. */
export function ProfileForm({ uid, email, saved }: ProfileFormProps) {
  const [values, setValues] = useState(saved);
  const [editing, setEditing] = useState<EditableField | null>(null);
  const save = useSaveProfile(() => {
    setEditing(null);
  });
  const errors = {
    display_name: displayNameSchema.safeParse(values.display_name).error?.issues[0]?.message,
    phone: phoneSchema.safeParse(values.phone).error?.issues[0]?.message,
  };
  const changed = values.display_name !== saved.display_name || values.phone !== saved.phone;
  const valid = errors.display_name === undefined && errors.phone === undefined;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!changed) setEditing(null);
    else if (valid && !save.isPending) save.mutate({ id: uid, profile: values });
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
        <Field label="Email" hint="Email address cannot be changed">
          <TextInput type="email" value={email} readOnly className={PLAIN} />
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
      </CardFooter>
    </form>
  );
}

function useSaveProfile(onSaved: () => void) {
  const { updateUser } = useSession();
  const utils = trpc.useUtils();
  return trpc.auth.updateProfile.useMutation({
    onSuccess: async ({ display_name }) => {
      toast.success('Profile updated successfully!');
      updateUser({ display_name });
      onSaved();
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
