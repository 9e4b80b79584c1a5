import type { ComponentProps } from 'react';

interface FileInputProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  onFiles(files: File[]): void;
}

export function FileInput({ onFiles, ...props }: FileInputProps) {
  return (
    <input
      type="file"
      hidden
      {...props}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        if (files.length > 0) onFiles(files);
        // Allows choosing the same file again.
        target.value = '';
      }}
    />
  );
}
