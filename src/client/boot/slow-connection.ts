/** Warns that buttons do not work yet while scripts are missing; its link reloads the page. */
export function warnOfSlowConnection(): void {
  const notice = document.createElement('p');
  notice.setAttribute('role', 'alert');
  notice.className = 'slow-connection';
  const retry = document.createElement('a');
  retry.href = location.href;
  retry.textContent = 'Riprova';
  retry.addEventListener('click', (event) => {
    // A link to the current address with a fragment does not reload.
    event.preventDefault();
    location.reload();
  });
  notice.append('La linea è debole: i comandi di questa pagina non sono arrivati. ', retry);
  document.body.append(notice);
}
