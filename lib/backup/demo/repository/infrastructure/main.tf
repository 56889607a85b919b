# Servers on paper: nothing here needs a provider, an account or a network.

terraform {
  required_version = ">= 1.4"
}

variable "size" {
  description = "small, medium or large"
  type        = string
  default     = "small"
}

locals {
  counts  = { small = 2, medium = 3, large = 5 }
  servers = [for number in range(lookup(local.counts, var.size, 2)) : "web-${number + 1}"]
}

resource "terraform_data" "network" {
  input = { name = "demo", range = "10.20.0.0/24" }

  provisioner "local-exec" {
    command = "echo 'laying the network 10.20.0.0/24' && sleep 0.5"
  }
}

resource "terraform_data" "server" {
  for_each = toset(local.servers)
  input    = { name = each.key, network = terraform_data.network.output.name }

  provisioner "local-exec" {
    command = "echo 'installing ${each.key}' && sleep 0.5 && echo '${each.key} is up'"
  }
}

resource "terraform_data" "balancer" {
  input = { servers = [for server in terraform_data.server : server.output.name] }

  provisioner "local-exec" {
    command = "echo 'balancing over ${length(local.servers)} servers' && sleep 0.3"
  }
}

output "address" {
  value = "https://demo.example.com"
}

output "servers" {
  value = terraform_data.balancer.output.servers
}
