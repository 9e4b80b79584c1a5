import type { ComponentProps } from 'react';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  onFiles(files: File[]): void;
}

/** A file field for a button to open: it is not seen itself. */
export function FileInput({ onFiles, ...props }: FileInputProps) {
  return (
    <input
      type="file"
      hidden
      {...props}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        if (files.length > 0) onFiles(files);
        // The same file may be chosen again after a failure.
        target.value = '';
      }}
    />
  );
}
