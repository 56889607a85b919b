/**
 * Code whose plan has changes of every kind between two sizes, with a sensitive variable and output, and the module `net`.
 * `more`: further blocks.
 */
export const sizedCode = (size: string, password: string, more = ""): string => `
variable "password" {
  type      = string
  sensitive = true
  default   = "${password}"
}
resource "terraform_data" "web" {
  input = { size = "${size}", login = { user = "root", password = var.password } }
}
resource "terraform_data" "replaced" {
  input            = "same"
  triggers_replace = "${size}"
}
module "net" {
  source = "./net"
}
${more}output "size" { value = terraform_data.web.output.size }
output "login" {
  value     = terraform_data.web.output
  sensitive = true
}
`;
