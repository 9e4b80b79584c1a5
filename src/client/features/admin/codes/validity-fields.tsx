import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { TextField } from '../fields.tsx';
import { VisibilityField } from '../visibility/visibility-field.tsx';

interface ValidityFieldsProps<Fields extends FieldValues> {
  form: UseFormReturn<Fields>;
  hidden: string;
}

export function ValidityFields<Fields extends FieldValues>({ form, hidden }: ValidityFieldsProps<Fields>) {
  return (
    <>
      <TextField
        form={form}
        name={'expiresAt' as Path<Fields>}
        label="Vale fino al"
        optional
        date
        hint="Vuoto: per sempre."
      />
      <VisibilityField form={form} hidden={hidden} />
    </>
  );
}
