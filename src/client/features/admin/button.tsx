import type { ComponentProps } from 'react';

interface ButtonProps extends ComponentProps<'button'> {
  main?: boolean;
  small?: boolean;
  danger?: boolean;
}

export function Button({ main, small, danger, className, ...props }: ButtonProps) {
  const classes = [
    'admin-button',
    small && 'admin-button-small',
    main && 'admin-button-main',
    danger && 'admin-button-danger',
    className,
  ];
  return <button type="button" {...props} className={classes.filter(Boolean).join(' ')} />;
}
