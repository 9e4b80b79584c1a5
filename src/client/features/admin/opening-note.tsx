import type { Opening } from '#shared/contracts/book.ts';
import { trpc } from '#client/trpc.ts';
import { Button } from './button.tsx';
import { showError } from './error-toast.ts';

/** Closes the readers' pages, or opens them again. */
export function useSuspend() {
  const utils = trpc.useUtils();
  return trpc.book.suspend.useMutation({
    onSuccess: (state) => utils.book.get.setData(undefined, state),
    onError: (error) => showError(error, 'Non è cambiato nulla'),
  });
}

const sentences: Record<Exclude<Opening, 'open'>, string> = {
  arriving:
    'Il sito è «In arrivo»: chi lo visita legge soltanto che apre presto. Si apre quando in «Il libro» premi «Pubblica».',
  suspended:
    'Il sito è sospeso: chi lo visita legge soltanto che è chiuso per un po’. Tu vedi le pagine vere.',
};

/** Says that readers do not see the pages. */
export function OpeningNote() {
  const { data } = trpc.book.get.useQuery();
  const suspend = useSuspend();
  if (!data || data.opening === 'open') return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-4 mb-4 px-5 py-4 border-t-6 border-t-coral bg-paper text-(--ink)"
    >
      <p className="flex-[1_1_20rem]">{sentences[data.opening]}</p>
      {data.opening === 'suspended' && (
        <Button disabled={suspend.isPending} onClick={() => suspend.mutate({ isSuspended: false })}>
          Riapri il sito
        </Button>
      )}
    </div>
  );
}
