"""The whole product with its processes killed or suspended: no accepted entry is lost."""
