talus_script_test(NAME postproc/figures GROUPS Disk Pile Refusals)
