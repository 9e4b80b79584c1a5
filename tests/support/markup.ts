/** Texts that would run if a page took them for more than text; each says so by setting `window.ran`. */
export const markup = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=2">',
  '"><svg onload="window.ran=3">',
  "'><iframe srcdoc='<script>parent.ran=4</script>'></iframe>",
  '<a href="javascript:window.ran=5">neve</a>',
  '[neve](javascript:window.ran=6)',
  '{{constructor.constructor("window.ran=7")()}}${window.ran=8}',
  '</title></textarea></style><script>window.ran=9</script>',
];
