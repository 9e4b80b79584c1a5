const args = process.argv.slice(2);

/** `--name`, or `--name=value`. */
export const flag = (name: string): boolean => args.includes(`--${name}`);
export function option(name: string): string | undefined;
export function option(name: string, usual: string): string;
export function option(name: string, usual?: string): string | undefined {
  return args.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? usual;
}
export const numberOption = (name: string, usual: number): number => Number(option(name, String(usual)));
